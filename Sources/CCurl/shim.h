#pragma once
#include <curl/curl.h>
#include <stddef.h>

// One request. libcurl is used, and not URLSession: that one follows a 302 by turning a POST into a
// GET and reports 200. The options of libcurl are variadic, which Swift cannot call.

struct http_answer {
  CURLcode code;         // CURLE_OK when the server answered
  long status;           // 200, 302, 429 …
  curl_off_t retry_after;  // seconds that the server asks for, 0 when it does not
};

// The answer's body is of no use: it is let go, and no more than a megabyte of it is read.
static inline size_t http_discard(char *bytes, size_t size, size_t count, void *left) {
  (void)bytes;
  size_t *budget = (size_t *)left;
  size_t length = size * count;
  if (length > *budget) return 0;
  *budget -= length;
  return length;
}

// Posts `body` as JSON, or gets where there is none. Redirects are not followed; nothing but HTTP
// and HTTPS is spoken.
static inline struct http_answer http_send(
    const char *url, const char *body, size_t length, long timeout_ms) {
  struct http_answer answer = {CURLE_FAILED_INIT, 0, 0};
  CURL *curl = curl_easy_init();
  if (!curl) return answer;
  size_t budget = 1 << 20;
  struct curl_slist *headers = NULL;
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, timeout_ms);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "runrate");
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, http_discard);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &budget);
  if (body) {
    headers = curl_slist_append(headers, "Content-Type: application/json; charset=utf-8");
    headers = curl_slist_append(headers, "Expect:");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  }
  answer.code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
  // Only `http_discard` ends a transfer so, and the status was there before the body.
  if (answer.code == CURLE_WRITE_ERROR && answer.status) answer.code = CURLE_OK;
  curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &answer.retry_after);
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return answer;
}
