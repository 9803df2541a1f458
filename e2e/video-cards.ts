// The cards of the list of videos, and students who have finished some of them.
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { finish } from './certificate.ts'
import type { Student } from './people.ts'

/** Finishes the first videos of the list, over the API. */
export async function finishFirst(
  student: Student,
  count: number,
  product?: Parameters<typeof finish>[2],
): Promise<void> {
  await finish(student, (await student.call(listVideos, {})).slice(0, count), product)
}

export const cards = (page: Page) => page.getByRole('main').locator('.vcard')
export const bookmark = (page: Page, title: string) => page.getByRole('button', { name: `Bookmark: ${title}` })
