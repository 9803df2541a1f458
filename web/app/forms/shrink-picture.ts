// A phone's photo has several megabytes, and the product shows a few hundred pixels. Scaling it down before sending saves mobile data,
// stays below the upload limit, and removes the location and time that the phone stored in it.

/** Returns the largest square in the middle of a picture. */
export function middleSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/**
 * Returns a square JPEG of a picture with sides of at most `maxSide` pixels. If this browser cannot read the file, returns it unchanged and
 * lets the server decide.
 */
export async function shrinkPicture(file: File, maxSide: number): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file)
    const { x, y, side } = middleSquare(bitmap.width, bitmap.height)
    const target = Math.min(side, maxSide)
    const canvas = document.createElement('canvas')
    canvas.width = target
    canvas.height = target
    const context = canvas.getContext('2d')
    if (!context) return file
    // Transparent parts would turn black in a JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, target, target)
    context.drawImage(bitmap, x, y, side, side, 0, 0, target, target)
    bitmap.close()
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return small ?? file
  } catch {
    return file
  }
}
