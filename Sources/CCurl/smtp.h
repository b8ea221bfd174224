#pragma once
#include <curl/curl.h>
#include <stddef.h>
#include <string.h>

// One mail to one recipient. libcurl says that a mail was not taken, but not by which step: that
// is read from the commands as they go out.

struct smtp_answer {
  CURLcode code;  // CURLE_OK when the server took the mail
  long status;    // the server's last reply: 250, 550 …
  char step;      // of the command that it answered: E(HLO), S(TARTTLS), A(UTH), M(AIL), R(CPT), D(ATA)
};

struct smtp_dialogue {
  char step;
  int is_over;
  char *reply;
  size_t room;
};

// Steps and replies; not what is sent for AUTH, nor anything from QUIT on.
static inline int smtp_listen(
    CURL *curl, curl_infotype kind, char *bytes, size_t size, void *context) {
  (void)curl;
  struct smtp_dialogue *dialogue = (struct smtp_dialogue *)context;
  if (dialogue->is_over) return 0;
  if (kind == CURLINFO_HEADER_OUT) {
    static const char *const commands[] = {
        "EHLO ", "HELO ", "STARTTLS", "AUTH ", "MAIL FROM:", "RCPT TO:", "DATA\r\n"};
    if (size >= 4 && !strncmp(bytes, "QUIT", 4)) dialogue->is_over = 1;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
      size_t length = strlen(commands[i]);
      if (size >= length && !strncmp(bytes, commands[i], length)) dialogue->step = *commands[i];
    }
  } else if (kind == CURLINFO_HEADER_IN && dialogue->room) {
    size_t length = size < dialogue->room ? size : dialogue->room - 1;
    memcpy(dialogue->reply, bytes, length);
    dialogue->reply[length] = 0;
  }
  return 0;
}

struct smtp_text {
  const char *bytes;
  size_t left;
};

static inline size_t smtp_read(char *target, size_t size, size_t count, void *context) {
  struct smtp_text *text = (struct smtp_text *)context;
  size_t length = size * count < text->left ? size * count : text->left;
  memcpy(target, text->bytes, length);
  text->bytes += length;
  text->left -= length;
  return length;
}

static inline size_t smtp_discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

// Sends `message`; without one it only logs in, and asks for nothing. `reply` gets the server's last
// line. Without TLS nothing is sent where `demands_tls` is set, not even the password.
static inline struct smtp_answer smtp_send(
    const char *url, int demands_tls, const char *user, const char *password, const char *ca_file,
    const char *from, const char *to, const char *message, size_t length, long timeout_ms,
    char *reply, size_t room) {
  struct smtp_answer answer = {CURLE_FAILED_INIT, 0, 0};
  struct smtp_dialogue dialogue = {0, 0, reply, room};
  CURL *curl = curl_easy_init();
  if (!curl) return answer;
  struct smtp_text text = {message, length};
  struct curl_slist *recipients = NULL;
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(demands_tls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, timeout_ms < 10000 ? timeout_ms : 10000L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, timeout_ms);
  curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
  curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, smtp_listen);
  curl_easy_setopt(curl, CURLOPT_DEBUGDATA, &dialogue);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, smtp_discard);
  if (ca_file) curl_easy_setopt(curl, CURLOPT_CAINFO, ca_file);
  if (user) {
    curl_easy_setopt(curl, CURLOPT_USERNAME, user);
    curl_easy_setopt(curl, CURLOPT_PASSWORD, password ? password : "");
  }
  if (message) {
    recipients = curl_slist_append(recipients, to);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)length);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, smtp_read);
    curl_easy_setopt(curl, CURLOPT_READDATA, &text);
  } else {
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "NOOP");
  }
  answer.code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
  answer.step = dialogue.step;
  dialogue.is_over = 1;
  curl_slist_free_all(recipients);
  curl_easy_cleanup(curl);
  return answer;
}
