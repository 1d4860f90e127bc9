/** Hands a file that this page made or fetched to the person, as a download. */
export const saveFile = (file: Blob, name: string) => {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
