import type { Rendition } from '@baobab/contract/videos/endpoints.ts'
import { formatMegabytes } from '../../ui/format.ts'
import { text } from './text.ts'

/** Formats progress: 'Processing, 43%'; without a number before the work has started. */
export function describeProcessing(percent: number | null): string {
  return percent === null ? text.preparingQueued : text.preparingPercent(percent)
}

/** Formats the sizes of renditions: '240p 4 MB, 480p 11 MB, audio 2 MB'; empty if there are none. */
export function describeRenditions(renditions: readonly Pick<Rendition, 'height' | 'bytes'>[]): string {
  return renditions
    .toSorted((a, b) => (a.height ?? Infinity) - (b.height ?? Infinity))
    .map(({ height, bytes }) => text.renditionSize(height, formatMegabytes(bytes)))
    .join(', ')
}
