import { laptop } from './fit.ts'

/** The smallest phone that students use. */
export const smallestPhone = { width: 360, height: 560 }

/** Whole journeys run on both screens. A taller phone shows the same, with more room. */
export const screenSizes = [smallestPhone, laptop] as const
