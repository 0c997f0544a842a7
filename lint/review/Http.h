//===- Http.h - requests over HTTPS ----------------------------*- C++ -*-===//
//
// libcurl does the work. It is loaded when it is asked for and not linked: the
// released program is one file, and machines that review pull requests have curl.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REVIEW_HTTP_H
#define WARPLINT_REVIEW_HTTP_H

#include "lint/evidence/Error.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warplint::review {

struct HttpRequest {
  std::string method; ///< "GET", "POST", …
  std::string url;
  std::vector<std::string> headers; ///< "Name: value"
  std::string body;
};

struct HttpResponse {
  long status = 0;
  std::map<std::string, std::string> headers; ///< names in lower case
  std::string body;
};

class HttpClient {
public:
  virtual ~HttpClient() = default;
  /// An error where there was no answer; any status is an answer. Errors never hold headers, in
  /// which tokens are.
  virtual Expected<HttpResponse> send(const HttpRequest &request) = 0;
};

/// `library`: another one, for tests. The error says what to install.
Expected<std::unique_ptr<HttpClient>> curlClient(const std::string &library = "libcurl.so.4");

} // namespace warplint::review

#endif
