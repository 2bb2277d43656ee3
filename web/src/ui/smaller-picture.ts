/**
 * A picture as buyers on slow phones should get it: no larger than a page shows it, and as WebP. Runs in the browser alone, and names
 * nothing outside itself.
 * @returns the file itself, where that is smaller or the browser cannot make another.
 */
export async function smallerPicture(file: File): Promise<File> {
  const mostPixels = 1_000
  const quality = 0.75
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, mostPixels / Math.max(picture.width, picture.height))
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
    // A browser that cannot write WebP answers with a PNG.
    if (blob.type !== 'image/webp' || blob.size >= file.size) return file
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.webp`, { type: blob.type })
  } catch {
    return file
  }
}
