//===- Http.cpp - requests over HTTPS -------------------------------------===//

#include "lint/review/Http.h"

#include <algorithm>
#include <cctype>
#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/format.h>

namespace warplint::review {
namespace {

constexpr std::size_t largestAnswer = std::size_t{64} << 20; // bytes
constexpr long connectSeconds = 20;
constexpr long answerSeconds = 120;

struct CloseLibrary {
  void operator()(void *library) const { dlclose(library); }
};

/// The functions of libcurl that are used. Their interface has not changed since 2006.
struct Curl {
  std::unique_ptr<void, CloseLibrary> library;
  decltype(&curl_global_init) globalInit = nullptr;
  decltype(&curl_easy_init) init = nullptr;
  decltype(&curl_easy_cleanup) cleanup = nullptr;
  decltype(&curl_easy_setopt) set = nullptr;
  decltype(&curl_easy_perform) perform = nullptr;
  decltype(&curl_easy_getinfo) get = nullptr;
  decltype(&curl_easy_strerror) words = nullptr;
  decltype(&curl_slist_append) append = nullptr;
  decltype(&curl_slist_free_all) freeAll = nullptr;
};

template <typename Function> bool load(const Curl &curl, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(curl.library.get(), name));
  return function != nullptr;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t takeBody(char *data, std::size_t size, std::size_t count, void *target) {
  auto &body = *static_cast<std::string *>(target);
  if (body.size() + size * count > largestAnswer)
    return 0; // ends the transfer
  body.append(data, size * count);
  return size * count;
}

std::size_t takeHeader(char *data, std::size_t size, std::size_t count, void *target) {
  auto &headers = *static_cast<std::map<std::string, std::string> *>(target);
  const std::string_view line(data, size * count);
  if (line.starts_with("HTTP/"))
    headers.clear(); // those of a redirection, or of `100 Continue`
  else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
    headers[lower(line.substr(0, colon))] = trimmed(line.substr(colon + 1));
  return size * count;
}

class CurlClient : public HttpClient {
public:
  explicit CurlClient(Curl curl) : curl_(std::move(curl)) {}

  Expected<HttpResponse> send(const HttpRequest &request) override {
    const std::unique_ptr<CURL, decltype(curl_.cleanup)> handle(curl_.init(), curl_.cleanup);
    if (!handle)
      return makeError("libcurl gives no handle");
    curl_slist *list = nullptr;
    for (const std::string &header : request.headers)
      list = curl_.append(list, header.c_str());
    const std::unique_ptr<curl_slist, decltype(curl_.freeAll)> headers(list, curl_.freeAll);
    HttpResponse response;
    CURL *const easy = handle.get();
    curl_.set(easy, CURLOPT_URL, request.url.c_str());
    curl_.set(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    curl_.set(easy, CURLOPT_HTTPHEADER, headers.get());
    curl_.set(easy, CURLOPT_USERAGENT, "warplint");
    curl_.set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_.set(easy, CURLOPT_FOLLOWLOCATION, 0L); // a token goes to nobody but the one asked
    curl_.set(easy, CURLOPT_NOSIGNAL, 1L);
    curl_.set(easy, CURLOPT_CONNECTTIMEOUT, connectSeconds);
    curl_.set(easy, CURLOPT_TIMEOUT, answerSeconds);
    curl_.set(easy, CURLOPT_ACCEPT_ENCODING, "");
    if (!request.body.empty()) {
      curl_.set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
      curl_.set(easy, CURLOPT_POSTFIELDS, request.body.c_str());
    }
    curl_.set(easy, CURLOPT_WRITEFUNCTION, takeBody);
    curl_.set(easy, CURLOPT_WRITEDATA, &response.body);
    curl_.set(easy, CURLOPT_HEADERFUNCTION, takeHeader);
    curl_.set(easy, CURLOPT_HEADERDATA, &response.headers);
    if (const CURLcode code = curl_.perform(easy); code != CURLE_OK)
      return makeError(fmt::format("{} {}: {}", request.method, request.url, curl_.words(code)));
    curl_.get(easy, CURLINFO_RESPONSE_CODE, &response.status);
    return response;
  }

private:
  Curl curl_;
};

} // namespace

Expected<std::unique_ptr<HttpClient>> curlClient(const std::string &library) {
  Curl curl;
  curl.library.reset(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL));
  if (!curl.library)
    return makeError("libcurl cannot be loaded (" + library +
                     "): install it (Debian and Ubuntu: apt-get install libcurl4)");
  const bool loaded =
      load(curl, "curl_global_init", curl.globalInit) && load(curl, "curl_easy_init", curl.init) &&
      load(curl, "curl_easy_cleanup", curl.cleanup) && load(curl, "curl_easy_setopt", curl.set) &&
      load(curl, "curl_easy_perform", curl.perform) && load(curl, "curl_easy_getinfo", curl.get) &&
      load(curl, "curl_easy_strerror", curl.words) &&
      load(curl, "curl_slist_append", curl.append) &&
      load(curl, "curl_slist_free_all", curl.freeAll);
  if (!loaded || curl.globalInit(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    return makeError(library + " is not the libcurl that warplint knows");
  return std::make_unique<CurlClient>(std::move(curl));
}

} // namespace warplint::review
