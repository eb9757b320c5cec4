/* A bot in C that claims a route as soon as it can pay for one, and otherwise draws from the deck.
 *
 *     cc -O2 -o claims examples/bots/claims.c
 *     whistlestop simulate usa --bots "greedy,program:./claims" --games 100
 *
 * It searches the text of a view for actions instead of parsing it, because it needs nothing else. */
#include <stdio.h>
#include <string.h>

static char line[1 << 20];

int main(void) {
    static const char *wanted[] = {"\"claim:", "\"draw\"", "\"keep:", "\""};
    while (fgets(line, sizeof line, stdin)) {
        const char *legal = strstr(line, "\"legal\":[");
        if (!strstr(line, "\"type\":\"turn\"") || !legal) continue; /* a new game */
        legal += strlen("\"legal\":[");
        size_t rest = strcspn(legal, "]");
        for (size_t at = 0; at < sizeof wanted / sizeof *wanted; at++) {
            const char *action = strstr(legal, wanted[at]);
            if (!action || action >= legal + rest) continue;
            printf("{\"action\": %.*s}\n", (int)strcspn(action + 1, "\"") + 2, action);
            fflush(stdout);
            break;
        }
    }
    return 0;
}
