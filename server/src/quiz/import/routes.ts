import * as contract from '@baobab/contract/quiz/question-import.ts'
import { questionImportText } from '@baobab/contract/quiz/text.ts'
import type { FastifyReply } from 'fastify'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { requireFile, type UploadedFiles } from '../../platform/http/multipart.ts'
import { annotateSpreadsheet } from './annotate-spreadsheet.ts'
import { cleanFileName } from './file-name.ts'
import { importQuestions } from './import-questions.ts'
import { listImports } from './list-imports.ts'
import { makeTemplate } from './make-template.ts'
import { previewImport } from './preview-import.ts'
import { sendPreview } from './send-preview.ts'
import { undoImport } from './undo-import.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

const requireSpreadsheet = ({ file }: UploadedFiles) => requireFile(file, 'file', questionImportText.spreadsheetMissing)

function sendFile(
  reply: FastifyReply,
  { bytes, name, type }: { bytes: Buffer; name: string; type: keyof typeof types },
) {
  // The second form of the name (RFC 6266) may contain any characters.
  const disposition = `attachment; filename="questions.${type}"; filename*=UTF-8''${encodeURIComponent(name)}`
  return reply.header('content-disposition', disposition).type(types[type]).send(bytes)
}

export function addImportRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.importQuestions, async ({ who, uploads }) => ({
    message: questionImportText.questionsImported,
    ...(await importQuestions(app, who, requireSpreadsheet(uploads))),
  }))
  route(context, contract.importPreviewed, async ({ who, uploads, body: { settings = {}, digest } }) => ({
    message: questionImportText.questionsImported,
    ...(await importQuestions(app, who, requireSpreadsheet(uploads), { settings, digest })),
  }))
  route(context, contract.previewImport, async ({ uploads, body: { settings = {} }, reply }) =>
    sendPreview(reply, await previewImport(app, requireSpreadsheet(uploads), settings)),
  )
  route(context, contract.annotateSpreadsheet, async ({ uploads, body: { settings = {} }, reply }) => {
    const file = requireSpreadsheet(uploads)
    const name = `${cleanFileName(file).replace(/\.\w+$/, '')} with reasons.xlsx`
    return sendFile(reply, { bytes: await annotateSpreadsheet(app, file, settings), name, type: 'xlsx' })
  })
  route(context, contract.importTemplate, async ({ query, reply }) =>
    sendFile(reply, {
      bytes: await makeTemplate(app, query.format),
      name: `Trivia questions.${query.format}`,
      type: query.format,
    }),
  )
  route(context, contract.listImports, ({ query }) => listImports(app, query))
  route(context, contract.undoImport, async ({ who, params }) => ({
    message: questionImportText.importUndone,
    ...(await undoImport(app, who, params)),
  }))
}
