// The fields of a video that browsers check too.
import * as z from 'zod/mini'
import { moralValues } from '../awards/moral-values.ts'

/** Whether students see a video: not yet, from a time on, or now. */
export const publications = ['draft', 'scheduled', 'published'] as const
export type Publication = (typeof publications)[number]

export const access = z.enum(['free', 'premium'])

/** The qualities that a student can choose: the lowest resolution, up to 480 lines, up to 720 lines, audio only. */
export const qualities = ['saver', 'standard', 'sharp', 'sound'] as const
export const Quality = z.enum(qualities)
export type Quality = z.infer<typeof Quality>

export const moralValue = z.enum(moralValues, 'Unknown value')
