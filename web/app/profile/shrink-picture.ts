// A phone's photo is several megabytes; the product shows 512 pixels. Made small before it is sent, it costs the
// child's data little, fits the limit of the upload, and leaves its place and time on the phone.
import { PICTURE_SIDE } from '@baobab/contract/limits.ts'

/** The largest square in the middle of a picture. */
export function middleSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/** A small square JPEG of a picture, or the file as it is where this browser cannot read it: the server judges then. */
export async function shrinkPicture(file: File): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file)
    const { x, y, side } = middleSquare(bitmap.width, bitmap.height)
    const target = Math.min(side, PICTURE_SIDE)
    const canvas = document.createElement('canvas')
    canvas.width = target
    canvas.height = target
    const context = canvas.getContext('2d')
    if (!context) return file
    // What is see-through would turn black in a JPEG.
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
