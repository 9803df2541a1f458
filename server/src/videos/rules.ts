// Who may open a video, without a database.

type Opening = { person: { kind: 'student' | 'admin' } | undefined; paid: boolean }

/**
 * Whether somebody may play a video and take its quiz: free ones anybody, premium ones admins and students who paid
 * (decisions 3).
 * @returns 'log_in' where a login is missing, 'pay' where a payment is
 */
export function checkVideoAccess(
  video: { access: 'free' | 'premium' },
  { person, paid }: Opening,
): 'open' | 'log_in' | 'pay' {
  if (video.access === 'free' || person?.kind === 'admin') return 'open'
  if (!person) return 'log_in'
  return paid ? 'open' : 'pay'
}

// Constrained Baseline, Main, Extended and High: what every browser's H.264 decoder takes. Ten bits or 4:4:4 is not.
const commonH264 = /^avc[13]\.(42|4d|58|64)/i

/** Whether every browser plays this as an mp4: H.264 pictures, and AAC sound or none (decisions 3). */
export function isPlayableInBrowsers({ picture, sound }: { picture: string; sound: string | null }): boolean {
  return commonH264.test(picture) && (sound === null || sound.startsWith('mp4a.40'))
}
