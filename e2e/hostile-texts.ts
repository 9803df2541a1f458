// Texts that would run as script, break out of their place or reverse the page around them, and the fields that contain them.
import { randomUUID } from 'node:crypto'
import { registerStudent, verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import * as contact from '@baobab/contract/contact/endpoints.ts'
import { sendMessage } from '@baobab/contract/contact/endpoints.ts'
import { notifyAll, sendNotification } from '@baobab/contract/notifications/admin.ts'
import { updateProfile } from '@baobab/contract/profile/endpoints.ts'
import { importColumns } from '@baobab/contract/quiz/import-columns.ts'
import { importQuestions } from '@baobab/contract/quiz/question-import.ts'
import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { reviewAttempt, reportQuestion } from '@baobab/contract/quiz/endpoints.ts'
import { createSavedView } from '@baobab/contract/saved-views/endpoints.ts'
import { createSeries, listSeries, updateSeries, listVideos } from '@baobab/contract/videos/endpoints.ts'
import { addStaffNote, disqualifyStudent, restoreStudent } from '@baobab/contract/students/endpoints.ts'
import { updateVideo } from '@baobab/contract/videos/admin.ts'
import { asAdmin, registration } from './people.ts'
import { prepareVisits, type Visits } from './visits.ts'

/** Unless shown as text, each sets `window.__x`, loads something from another site or displays as something else. */
export const payloads: readonly string[] = [
  '<script>window.__x=1</script>',
  '<img src=x onerror="window.__x=1">',
  '</script><script>window.__x=1</script>',
  '"><svg onload=window.__x=1>',
  "'-(window.__x=1)-'",
  '{{constructor.constructor("window.__x=1")()}}',
  '${window.__x=1}',
  '<%= window.__x=1 %>',
  '#{window.__x=1}',
  '</title><script>window.__x=1</script>',
  '</textarea><img src=x onerror=window.__x=1>',
  '<!--<img src=--><img src=x onerror=window.__x=1>',
  '<iframe srcdoc="<script>parent.__x=1</script>">',
  '<a href="javascript:window.__x=1">a</a>',
  'javascript:window.__x=1//',
  '<math><mi xlink:href="data:x,<script>window.__x=1</script>">',
  '<body onload=window.__x=1>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example>',
  '<link rel=stylesheet href=//evil.example/a.css>',
  '<form action=//evil.example><input name=p>',
  '&lt;script&gt;window.__x=1&lt;/script&gt;',
  '\u202Eevil\u2066text',
  'zero\u200Bwidth\u2060joiner\u200Dhere',
  'W'.repeat(70),
  "=cmd|' /C calc'!A0",
  '+1-1@SUM(A1)',
  '"\'`\\ \\" \\u0022',
  '","__proto__":{"x":1},"a":"',
  '%0d%0aSet-Cookie: x=1',
]

/** The name of a question file. */
export const hostileFileName = '<img src=x onerror=window.__x=1>.csv'

/** Packs all payloads into texts of at most `max` characters. A mark before each text names the field. */
export function pack(mark: string, max: number): string[] {
  const texts: string[] = []
  for (const payload of payloads) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= max) texts[texts.length - 1] = `${last} ${payload}`
    else texts.push(`${mark}${texts.length} ${payload}`.slice(0, max))
  }
  return texts
}

export type Filled = {
  /** Every text that some page has to show. */
  shown: string[]
  visits: Visits
  /** Additional addresses of admin pages. */
  adminPages: string[]
}

type Product = { url: string; admin: Caller; shown: string[] }

/** Fills every field that a person can fill through the API. */
export async function fillHostileTexts(url: string): Promise<Filled> {
  const { call: admin } = await asAdmin(url)
  const product: Product = { url, admin, shown: [] }
  await fillVideos(product)
  // Here a student takes the quiz with these questions.
  const visits = await prepareVisits(url)
  const student = createClient({ baseUrl: url, token: () => visits.keys.student['authToken'] })
  const messageId = await fillMessages(product)
  await fillStudents(product, student, visits)
  await fillNotifications(product, visits.username)
  await fillReports(product, student)
  for (const name of keep(product, pack('view', 60)))
    await admin(createSavedView, { body: { list: 'students', name, isDefault: false, query: '', hiddenColumns: [] } })
  return {
    shown: product.shown,
    visits,
    adminPages: [
      `/admin/messages?message=${messageId}`,
      '/admin/messages?view=saved-answers',
      `/admin/student?username=${visits.otherUsername}`,
      // Both ends of the list, which has more students than fit on a page.
      '/admin/user-management?sort=school&direction=asc',
      '/admin/user-management?sort=school&direction=desc',
    ],
  }
}

/** Records texts that pages have to show. */
function keep(product: Product, texts: string[]): string[] {
  product.shown.push(...texts)
  return texts
}

/** Fills the texts, series and questions of the starter videos. The first ones get all payloads in their titles. */
async function fillVideos(product: Product): Promise<void> {
  const { admin } = product
  const before = await admin(listVideos, {})
  const titles = keep(product, pack('title', 120).slice(0, before.length))
  for (const [at, { _id: id, title: own }] of before.entries()) {
    const [description = '', transcript = ''] = [pack('desc', 2_000)[0], pack('script', 2_000)[0]]
    const body = { title: titles[at] ?? own, description: `${at} ${description}`, transcript: `${at} ${transcript}` }
    await admin(updateVideo, { params: { id }, body })
  }
  const [starter] = (await admin(listSeries, {})).series
  const [first = '', ...others] = keep(product, pack('series', 120))
  const description = keep(product, pack('seriesdesc', 2_000))[0] ?? ''
  await admin(updateSeries, { params: { seriesId: starter?._id ?? '' }, body: { title: first, description } })
  for (const title of others) await admin(createSeries, { body: { title, description } })
  await fillQuestions(product, titles[0] ?? '')
}

async function fillQuestions(product: Product, videoTitle: string): Promise<void> {
  const { admin } = product
  const options = keep(product, pack('option', 200))
  const explanations = pack('why', 300)
  for (const [at, question] of keep(product, pack('question', 500)).entries()) {
    const four = [0, 1, 2, 3].map((n) => options[(at * 4 + n) % options.length] ?? '')
    const explanation = explanations[at % explanations.length] ?? ''
    const body = {
      videoTitle,
      question,
      options: four,
      correctAnswer: four[0] ?? '',
      explanation,
      ageCategory: '11-20',
    }
    await admin(addQuestion, { body: body as typeof body & { ageCategory: '11-20' } })
  }
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const row = [videoTitle, 'Who was honest?', 'a', 'b', 'c', 'd', 'a', '5-10']
  const form = new FormData()
  const lines = [importColumns.join(','), row.map(cell).join(',')]
  form.set('file', new Blob([lines.join('\r\n')]), hostileFileName)
  product.shown.push(hostileFileName)
  await admin(importQuestions, { body: form })
}

/**
 * Visitors' messages, one of them with a note and an answer.
 * @returns its id
 */
async function fillMessages(product: Product): Promise<string> {
  const { url, admin } = product
  const anyone = createClient({ baseUrl: url })
  const names = keep(product, pack('name', 100))
  const [message = ''] = keep(product, pack('message', 5_000))
  for (const [at, firstName] of names.entries()) {
    const email = `visitor${at}@home.example`
    await anyone(sendMessage, { body: { firstName, lastName: names.at(-1 - at) ?? '', email, message } })
  }
  for (const title of keep(product, pack('saved', 120)))
    await admin(contact.addSavedAnswer, { body: { title, text: message } })
  const { messages } = await admin(contact.listMessages, { query: {} })
  const [newest] = messages
  const params = { messageId: newest?._id ?? '' }
  const [note = '', answer = ''] = keep(product, [...pack('note', 2_000), ...pack('answer', 5_000)])
  await admin(contact.addMessageNote, { params, body: { note } })
  await admin(contact.answerMessage, { params, body: { answer, key: randomUUID() } })
  return params.messageId
}

/** Students whose schools and addresses are hostile, one of them with admins' notes and reasons. */
async function fillStudents(product: Product, student: Caller, visits: Visits): Promise<void> {
  const { url, admin } = product
  const anyone = createClient({ baseUrl: url })
  const [first = '', ...schools] = keep(product, pack('school', 120))
  const [address = ''] = keep(product, pack('address', 200).slice(0, 1))
  for (const school of schools) {
    const form = { ...registration(), school, address }
    const { verificationToken } = await anyone(registerStudent, { body: form })
    await anyone(verifyEmail, { body: { email: form.email, verificationToken } })
  }
  const params = { username: visits.username }
  await student(updateProfile, { params, body: { school: first, address } })
  for (const text of keep(product, pack('staffnote', 1_000))) await admin(addStaffNote, { params, body: { text } })
  // A student's page shows the latest reason.
  const [disqualified = '', restored = ''] = keep(product, pack('reason', 500).slice(0, 2))
  for (const username of [visits.otherUsername, visits.username])
    await admin(disqualifyStudent, { params: { username }, body: { reason: disqualified } })
  await admin(restoreStudent, { params, body: { reason: restored } })
}

async function fillNotifications(product: Product, username: string): Promise<void> {
  const { admin } = product
  const [description = ''] = keep(product, pack('text', 2_000))
  for (const title of keep(product, pack('notice', 120)))
    await admin(notifyAll, { body: { title, description, update: 'quiz', method: 'in-app' } })
  const own = { title: `own ${payloads[0]}`, description, update: 'account', method: 'in-app+email' } as const
  await admin(sendNotification, { body: { ...own, username } })
}

/** Reports by the student about the quiz's questions. One of them is already reported. */
async function fillReports(product: Product, student: Caller): Promise<void> {
  const [video] = await student(listVideos, {})
  const params = { videoTitle: video?.title ?? '', ageCategory: '11-20' } as const
  const { questions } = await student(reviewAttempt, { params })
  for (const [at, text] of keep(product, pack('report', 300)).entries())
    await student(reportQuestion, {
      params: { ...params, triviaId: questions[at + 1]?._id ?? '' },
      body: { reason: 'unclear', text },
    })
}
