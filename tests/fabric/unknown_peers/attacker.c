/* attacker PORT: a well-behaved libfabric program of another job that knows where a PE listens and how its provider is
 * set up, but not its keys nor its token: sends it a message, and tries to write to it under keys that a simple library
 * would have chosen. Prints whether the message went out; exits 0 when no write succeeded. */
#include <arpa/inet.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void must(const char* what, long result) {
  if (result >= 0) return;
  fprintf(stderr, "attacker: %s: %s\n", what, fi_strerror((int)-result));
  exit(2);
}

static struct fid_cq* cq;
static struct fid_ep* ep;
static fi_addr_t peer;
static long poison[8] = {-1, -1, -1, -1, -1, -1, -1, -1};

static ssize_t post_message(uint64_t key) {
  (void)key;
  return fi_send(ep, poison, sizeof poison, NULL, peer, NULL);
}

static ssize_t post_write(uint64_t key) { return fi_write(ep, poison, sizeof poison, NULL, peer, 0, key, NULL); }

/* Posts for up to two seconds; returns whether the provider reported a completion. */
static int completes(ssize_t (*post)(uint64_t key), uint64_t key) {
  const time_t end = time(NULL) + 2;
  int posted = 0;
  while (time(NULL) <= end) {
    if (!posted) posted = post(key) == 0;
    struct fi_cq_entry entry;
    const ssize_t n = fi_cq_read(cq, &entry, 1);
    if (n == 1) return 1;
    if (n == -FI_EAVAIL) {
      struct fi_cq_err_entry error = {0};
      fi_cq_readerr(cq, &error, 0);
      return 0;
    }
  }
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  /* The same hints as src/transport/ofi/provider.cpp, since other sizes would be refused before anything is tried. */
  setenv("FI_OFI_RXM_BUFFER_SIZE", "5632", 1);
  struct fi_info *hints = fi_allocinfo(), *info = NULL;
  hints->caps = FI_MSG | FI_RMA;
  hints->ep_attr->type = FI_EP_RDM;
  hints->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
  hints->fabric_attr->prov_name = strdup("tcp;ofi_rxm");
  must("fi_getinfo", fi_getinfo(FI_VERSION(1, 17), "127.0.0.1", NULL, FI_SOURCE, hints, &info));
  struct fid_fabric* fabric;
  struct fid_domain* domain;
  struct fid_av* av;
  must("fi_fabric", fi_fabric(info->fabric_attr, &fabric, NULL));
  must("fi_domain", fi_domain(fabric, info, &domain, NULL));
  struct fi_av_attr av_attr = {.type = FI_AV_TABLE};
  must("fi_av_open", fi_av_open(domain, &av_attr, &av, NULL));
  struct fi_cq_attr cq_attr = {.format = FI_CQ_FORMAT_CONTEXT};
  must("fi_cq_open", fi_cq_open(domain, &cq_attr, &cq, NULL));
  must("fi_endpoint", fi_endpoint(domain, info, &ep, NULL));
  must("fi_ep_bind", fi_ep_bind(ep, &av->fid, 0));
  must("fi_ep_bind", fi_ep_bind(ep, &cq->fid, FI_TRANSMIT | FI_RECV));
  must("fi_enable", fi_enable(ep));
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[1]))};
  inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
  if (fi_av_insert(av, &to, 1, &peer, 0, NULL) != 1) return 2;
  const int sent = completes(post_message, 0);
  int succeeded = 0;
  for (uint64_t key = 0; key < 4; ++key) succeeded += completes(post_write, key);
  printf("a message of a foreign job was %s\n", sent ? "sent" : "not sent");
  printf("%d writes of a foreign job succeeded\n", succeeded);
  return succeeded ? 1 : 0;
}
