import type Sharp from 'sharp'

/**
 * Loads the library for pictures, whose native code takes 18 MiB of memory, when the first picture needs it. It keeps nothing of a
 * picture, because hardly any picture is read twice.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
