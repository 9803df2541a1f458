import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { ageAt } from '@baobab/contract/accounts/rules.ts'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { PHOTO_AGE_MIN, profileText, PICTURE_SIDE } from '@baobab/contract/profile/text.ts'
import type { updateProfile as endpoint } from '@baobab/contract/profile/endpoints.ts'
import type { AdminRow, StudentRow } from '../accounts/queries.ts'
import { isKeptByGuardian } from '../accounts/own-address.ts'
import { admins, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { AdminUser, StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { announcePicture } from '../leaderboard/announce-picture.ts'
import { requirePhoneNumber } from '../platform/phone-numbers.ts'
import { requireFile, type UploadedFile } from '../platform/http/multipart.ts'
import { withResizedPicture } from '../platform/media/pictures.ts'

/**
 * Stores an uploaded picture as a square WebP without metadata. Throws 422 for a file that is not a picture.
 * @returns its key in the file store
 */
async function storePicture(app: App, { path }: UploadedFile): Promise<string> {
  return withResizedPicture(app.files, { path, width: PICTURE_SIDE, height: PICTURE_SIDE }, async (made) => {
    const key = `pictures/${randomUUID()}.webp`
    await app.files.put(key, made)
    return key
  })
}

type ProfileChange = ParsedOf<typeof endpoint>['body']

/** Runs a change that stores a new picture's key, then removes the old file. If the change fails, removes the new file. */
async function replacePicture<Row extends { picture: string | null }>(
  app: App,
  picture: string | null | undefined,
  change: () => Promise<{ before: Row | undefined; after: Row | undefined }>,
): Promise<Row> {
  try {
    const { before, after } = await change()
    if (!after) fail('not_found')
    if (picture !== undefined && before?.picture) await app.files.remove(before.picture)
    return after
  } catch (error) {
    if (picture) await app.files.remove(picture)
    throw error
  }
}

/**
 * Changes a student's phone number, address, school or picture. A `profilePicture` of null deletes the picture. Fails with 403
 * if a child aged 10 or younger uploads a photo: they choose one of our drawn avatars. Fails with 409 if a child whose guardian
 * keeps the account enters a phone number.
 */
export async function changeProfile(
  app: App,
  who: StudentUser,
  change: ProfileChange,
  upload: UploadedFile | undefined,
): Promise<StudentRow> {
  const { profilePicture, school, number, address, avatar } = change
  if (upload && ageAt(who.birth, app.clock.now()) < PHOTO_AGE_MIN) fail('too_young_for_photo')
  const picture = upload ? await storeCountedPicture(app, who.id, upload) : profilePicture === null ? null : undefined
  const values = {
    ...(number === undefined ? {} : { number, internationalNumber: requirePhoneNumber('number', number) }),
    ...(address === undefined ? {} : { address }),
    ...(school === undefined ? {} : { school: school || null }),
    ...(avatar === undefined ? {} : { avatar, isAvatarPublic: true }),
    ...(picture === undefined ? {} : { picture }),
  }
  return replacePicture(app, picture, () =>
    app.db.transaction(async (tx) => {
      // Locks the row, so that of two concurrent uploads the later one sees the earlier picture and removes its file.
      const [before] = await tx.select().from(students).where(eq(students.id, who.id)).for('update')
      if (number !== undefined && before && isKeptByGuardian(before)) fail('kept_by_guardian')
      if (Object.keys(values).length === 0) return { before, after: before }
      const [after] = await tx
        .update(students)
        .set(values)
        // The account may have been erased during the upload.
        .where(and(eq(students.id, who.id), isNull(students.erasedAt)))
        .returning()
      const isNew = avatar !== undefined && (before?.avatar !== avatar || !before.isAvatarPublic)
      if (isNew) await announcePicture(app, tx, who.id)
      return { before, after }
    }),
  )
}

/** Turns reading aloud on or off. A running attempt keeps its time. */
export async function changeWantsReading(app: App, who: StudentUser, wantsReading: boolean): Promise<void> {
  await app.db.update(students).set({ wantsReading }).where(eq(students.id, who.id))
}

/** Replaces an admin's picture. */
export async function changeAdminPicture(
  app: App,
  who: AdminUser,
  upload: UploadedFile | undefined,
): Promise<AdminRow> {
  const picture = await storeCountedPicture(app, who.id, upload)
  return replacePicture(app, picture, () =>
    app.db.transaction(async (tx) => {
      const [before] = await tx.select().from(admins).where(eq(admins.id, who.id)).for('update')
      const [after] = await tx.update(admins).set({ picture }).where(eq(admins.id, who.id)).returning()
      await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.picture_changed', subject: who.id })
      return { before, after }
    }),
  )
}

/** Stores a picture, up to the account's daily limit. */
async function storeCountedPicture(app: App, accountId: string, upload: UploadedFile | undefined): Promise<string> {
  const file = requireFile(upload, 'profilePicture', profileText.pictureMissing)
  await app.rateLimits.countPictureUpload(accountId)
  return storePicture(app, file)
}
