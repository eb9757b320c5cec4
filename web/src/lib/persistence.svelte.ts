// Whether the games of a static site outlast the page.
export const persistence = $state({ lasting: true });
