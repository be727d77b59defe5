/** Hands a file to the browser, which saves it where its user wants it. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser takes the bytes over after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
