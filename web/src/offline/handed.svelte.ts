// Games of this device that this page has handed over: the ids of their tables on the server.
export const handed = $state<{ tables: Record<string, string> }>({ tables: {} });
