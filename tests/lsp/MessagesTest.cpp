//===- MessagesTest.cpp - where one message ends --------------------------===//

#include "lint/lsp/Messages.h"

#include <gmock/gmock.h>
#include <random>

namespace warplint::lsp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// What comes out, problems with an exclamation mark before them.
std::vector<std::string> read(const std::string &bytes, std::size_t piece = std::string::npos,
                              MessageReader::Limits limits = {}) {
  MessageReader reader(limits);
  std::vector<std::string> items;
  for (std::size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size() - at)) {
    reader.feed(std::string_view(bytes).substr(at, piece));
    while (const auto item = reader.next())
      items.push_back(item->problem.empty() ? item->content : "!" + item->problem);
  }
  return items;
}

TEST(Messages, AreCutByTheirLength) {
  EXPECT_THAT(read(framed("{}") + framed("") + framed("a\r\n\r\nb")),
              ElementsAre("{}", "", "a\r\n\r\nb"));
  EXPECT_THAT(read("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
                   "content-length:  2 \r\n\r\n{}"),
              ElementsAre("{}"));
  EXPECT_THAT(read("Content-Length: 2\n\n{}"), ElementsAre("{}"));
  EXPECT_THAT(read("\r\n" + framed("{}") + "\r\n" + framed("[]")), ElementsAre("{}", "[]"));
  EXPECT_THAT(read("Content-Length: 20\r\n\r\n{}"), ElementsAre()); // the rest may come
}

TEST(Messages, DoNotDependOnThePiecesTheyComeIn) {
  const std::string bytes = framed("{}") + "Content-Length: x\r\n\r\n" + framed("[1]") +
                            framed(std::string(300, 'a')) + "\r\n\r\n" + framed("");
  for (std::size_t piece = 1; piece < 60; ++piece)
    EXPECT_EQ(read(bytes, piece), read(bytes)) << piece;
}

TEST(Messages, GoOnAfterWhatIsNone) {
  EXPECT_THAT(read("Content-Length: many\r\n\r\n" + framed("{}")),
              ElementsAre(HasSubstr("no number"), "{}"));
  EXPECT_THAT(read("Content-Length: -1\r\n\r\n" + framed("{}")),
              ElementsAre(HasSubstr("no number"), "{}"));
  EXPECT_THAT(read("Content-Length: 99999999999999999999999\r\n\r\n" + framed("{}")),
              ElementsAre(HasSubstr("no number"), "{}"));
  EXPECT_THAT(read("Content-Type: x\r\n\r\nrubbish " + framed("{}")),
              ElementsAre(HasSubstr("without Content-Length"), "{}"));
  EXPECT_THAT(read(std::string(9000, 'x') + framed("{}")),
              ElementsAre(HasSubstr("too long"), "{}"));
  EXPECT_THAT(read(std::string(9000, '\n') + framed("{}")), ElementsAre("{}"));
  std::string fields;
  for (int i = 0; i < 1000; ++i)
    fields += "Field: value\r\n";
  EXPECT_THAT(read(fields + framed("{}")), ElementsAre(HasSubstr("too long"), "{}"));
}

TEST(Messages, ThatAreTooLongAreSkipped) {
  const std::string bytes = framed(std::string(1000, 'x')) + framed("{}");
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::string::npos})
    EXPECT_THAT(read(bytes, piece, {8192, 999}),
                ElementsAre("!a message of 1000 bytes; the longest that is read has 999", "{}"));
  // One that announces more than there will ever be takes no memory.
  EXPECT_THAT(read("Content-Length: 18446744073709551615\r\n\r\n" + framed("{}")),
              ElementsAre(HasSubstr("18446744073709551615")));
}

TEST(Messages, RandomBytesEndNoReader) {
  std::mt19937 random(1);
  const std::string alphabet = "Content-Length: 0123456789\r\n\r\n{}\xFF";
  for (int run = 0; run < 300; ++run) {
    std::string bytes;
    for (int i = 0; i < 400; ++i)
      if (random() % 20 == 0)
        bytes += framed("{}");
      else
        bytes += alphabet[random() % alphabet.size()];
    EXPECT_EQ(read(bytes, 1 + random() % 50, {64, 100}), read(bytes, 1, {64, 100}));
  }
}

} // namespace
} // namespace warplint::lsp
