// Whether games on this device outlast the page.
export const persistence = $state({ lasting: true });
