import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import { eq } from 'drizzle-orm'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import type { setVisibility as endpoint } from '@baobab/contract/videos/admin.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { lockVideo } from '../queries.ts'
import { choosePublication } from '../rules.ts'
import { videos, type VideoRow } from '../tables.ts'

type Choice = ParsedOf<typeof endpoint>['body']

/** Returns the columns that say when students see a video, and refuses a missing or past time. */
export function requirePublication(
  app: Pick<App, 'clock'>,
  { publish, publishAt }: Pick<Choice, 'publish' | 'publishAt'>,
  before: Pick<VideoRow, 'isDraft' | 'publishAt'>,
): Pick<VideoRow, 'isDraft' | 'publishAt'> {
  if (publish === undefined) return { isDraft: before.isDraft, publishAt: before.publishAt }
  const chosen = choosePublication({ publish, publishAt }, { before, now: app.clock.now() })
  return 'refusal' in chosen
    ? failField('publishAt', chosen.refusal)
    : { isDraft: chosen.isDraft, publishAt: chosen.publishAt }
}

type Visibility = Pick<VideoRow, 'access' | 'isDraft' | 'publishAt'>

/** Sets who sees a video, and from when. Its texts and files stay unchanged. */
export function setVisibility(app: App, admin: AdminUser, { id, choice }: { id: string; choice: Choice }) {
  return changeVisibility(app, admin, id, (before) => ({
    access: choice.access ?? before.access,
    ...requirePublication(app, choice, before),
  }))
}

/** Restores who saw a video, even from a time that has passed. Refused if the video no longer has the values of `to`. */
export function restoreVisibility(
  app: App,
  admin: AdminUser,
  { id, from, to }: { id: string; from: Visibility; to: Visibility },
) {
  return changeVisibility(app, admin, id, (present) =>
    isSameVisibility(present, to) ? from : fail('cannot_undo', { message: bulkText.changedSince }),
  )
}

const isSameVisibility = (a: Visibility, b: Visibility) =>
  a.access === b.access && a.isDraft === b.isDraft && a.publishAt?.getTime() === b.publishAt?.getTime()

function changeVisibility(
  app: App,
  admin: AdminUser,
  id: string,
  choose: (before: VideoRow) => Visibility,
): Promise<VideoRow> {
  return app.db.transaction(async (tx) => {
    const before = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const [after = before] = await tx.update(videos).set(choose(before)).where(eq(videos.id, before.id)).returning()
    const details = {
      access: after.access,
      isDraft: after.isDraft,
      publishAt: after.publishAt?.toISOString() ?? null,
    }
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.visibility_set', subject: before.id, details })
    return after
  })
}
