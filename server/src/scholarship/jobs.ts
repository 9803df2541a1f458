import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { announceList, announceNotices, drawAnnouncements, drawNotices } from './announce.ts'
import { attemptAll } from './attempt-all.ts'
import { drawTexts, sendDrawText } from './draw-texts.ts'
import { freezeDueLists } from './freeze-list.ts'
import { adoptEarlierClaims } from './adopt-earlier-claims.ts'
import { workOnPrizes } from './prize-deadlines.ts'
import { prizeMails, sendPrizeMail } from './prize-mails.ts'
import { publishDueRules } from './publish-rules.ts'
import { runDueDraws } from './run-draw.ts'
import { strikeDueDraws } from './strike-out.ts'
import { fetchTimeStamp, timeStampsToFetch } from './time-stamps.ts'

/**
 * Freezes lists, draws winners, and reminds them of their prizes. Each looks for what is due, so a server that was down catches
 * up, and several servers do each step only once.
 */
export async function startScholarshipJobs(app: App): Promise<void> {
  // The current month's rules are public from its first moment.
  await unlessClockIsHeld(app, 'scholarship-lists', () => publishDueRules(app))()
  await app.jobs.work(drawAnnouncements, (job) => announceList(app, job))
  await app.jobs.work(timeStampsToFetch, (job) => fetchTimeStamp(app, job))
  await app.jobs.work(drawTexts, (text) => sendDrawText(app, text))
  await app.jobs.work(drawNotices, (job) => announceNotices(app, job))
  await adoptEarlierClaims(app)
  await app.jobs.work(prizeMails, (mail) => sendPrizeMail(app, mail))
  // Two schedules, so that a list that cannot be frozen does not delay other months' draws.
  const schedule = (name: string, work: () => Promise<void>) =>
    app.jobs.schedule(name, '* * * * *', unlessClockIsHeld(app, name, work))
  await schedule('scholarship-lists', () => freezeDueLists(app))
  await schedule('scholarship-draws', () => attemptAll([strikeDueDraws, runDueDraws], (step) => step(app)))
  // A server of an earlier release may still store claims while the last ones are being updated.
  await schedule('scholarship-prizes', () => attemptAll([adoptEarlierClaims, workOnPrizes], (step) => step(app)))
}
