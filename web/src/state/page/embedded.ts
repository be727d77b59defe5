/** Whether this is `embed.html`, a part of another page that has a bar of its own. */
export const isEmbedded = 'embedded' in document.documentElement.dataset
