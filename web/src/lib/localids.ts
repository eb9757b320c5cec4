// Ids of tables on this device: the ruleset and 16 random digits. No table of a server has a key of this form. A key to
// watch has an underscore at its end.
const LOCAL = /^(\w+)-[0-9a-f]{16}_?$/;

export const isLocal = (key: string): boolean => LOCAL.test(key);
