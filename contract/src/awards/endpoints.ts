// What students earn by finishing videos: badges for moral values, and certificates for series.
import type { ErrorCodes } from '../kernel/text.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { moralValue } from '../videos/endpoints.ts'

export const awardsText = {
  awardsFailed: 'Failed to load your badges.',
  certificateIssued: 'Your certificate is ready.',
  certificateFailed: 'The certificate could not be made. Please try again.',
  certificateNotFound: 'We could not find this certificate.',
  seriesUnfinished:
    'Watch every video of this series to the end and get at least 6 of every 10 answers right in every quiz first. You can practise.',
} as const

export const awardsErrors = {
  series_unfinished: { status: 409, message: awardsText.seriesUnfinished },
} as const satisfies ErrorCodes

const group = 'Awards'

/** How many finished videos with a value earn each level of its badge. */
export const BADGE_LEVELS = [1, 3, 6] as const

/**
 * The badge of one value. A video is finished once it was played or read (not only marked as watched), and at least 60 % of
 * the questions of its quiz were answered right, in the quiz or in practice since, in any category.
 */
export const Badge = z
  .object({
    value: moralValue,
    finishedCount: z.number().int(),
    /** 0 until the first level is earned. */
    level: z.number().int().min(0).max(BADGE_LEVELS.length),
    /** The number of finished videos for the next level; null if the current videos are too few to reach it. */
    nextAt: z.number().int().nullable(),
    /** When the current level was earned, and with which video; null at level 0. */
    earned: z.object({ at: field.instant, videoId: z.string() }).nullable(),
  })
  .meta({ id: 'Badge' })
export type Badge = z.infer<typeof Badge>

/** The id of a certificate: 128 random bits in base64url, so that nobody can guess it. */
export const certificateIdPattern = /^[A-Za-z0-9_-]{22}$/

export const Certificate = z
  .object({
    _id: z.string(),
    /** The title of the series when the certificate was issued. */
    seriesTitle: z.string(),
    values: z.array(moralValue),
    /**
     * What the student had done when the certificate was issued; null for certificates of earlier releases, which did not
     * ask whether the videos were played.
     */
    achievement: z
      .object({
        videoCount: z.number().int(),
        /** Right answers and questions of all its quizzes, first tries only. */
        correctCount: z.number().int(),
        questionCount: z.number().int(),
      })
      .nullable(),
    issuedAt: field.instant,
  })
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof Certificate>

/** A student's progress in a series that students can see. */
export const SeriesProgress = z
  .object({
    _id: z.string(),
    title: z.string(),
    videoCount: z.number().int(),
    /** Videos that were played or read, with at least 60 % of the quiz answered right if they have a quiz for the student. */
    finishedCount: z.number().int(),
    /** Null until the student requests the certificate. */
    certificateId: z.string().nullable(),
  })
  .meta({ id: 'SeriesProgress' })
export type SeriesProgress = z.infer<typeof SeriesProgress>

export const listAwards = endpoint({
  group,
  method: 'GET',
  path: '/api/awards',
  who: 'student',
  summary: "The caller's badges, progress in each series, and certificates",
  reply: z.object({
    /** In the order of the values, without those that the student has not earned and cannot earn with the current videos. */
    badges: z.array(Badge),
    series: z.array(SeriesProgress),
    /** Newest first, including certificates of series that were deleted since. */
    certificates: z.array(Certificate),
  }),
})

export const issueCertificate = endpoint({
  group,
  method: 'POST',
  path: '/api/series/:seriesId/certificate',
  who: 'student',
  summary: 'Issues the certificate of a finished series, or returns the one that was issued before',
  params: z.object({ seriesId: field.id }),
  reply: z.object({ message: z.string(), certificate: Certificate }),
  fails: ['series_not_found', 'series_unfinished'],
})

export const readCertificate = endpoint({
  group,
  method: 'GET',
  path: '/api/certificates/:certificateId',
  who: 'anyone',
  summary: 'A certificate with the username of its student; 404 once the account is deleted',
  params: z.object({ certificateId: field.id }),
  reply: Certificate.extend({ username: z.string() }),
  fails: ['not_found'],
})
