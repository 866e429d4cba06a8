/** Lets the browser store what is at an address of the site. */
export function followDownload(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Offers bytes to the browser as a download. */
export function downloadFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  followDownload(address, name);
  URL.revokeObjectURL(address);
}
