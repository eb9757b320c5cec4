// Ids of tables on this device: the ruleset and 16 random digits. Server tables never have keys of this form. Keys for
// spectators end with an underscore.
const LOCAL = /^(\w+)-[0-9a-f]{16}_?$/;

export const isLocal = (key: string): boolean => LOCAL.test(key);
