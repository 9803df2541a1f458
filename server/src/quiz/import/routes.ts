import * as contract from '@baobab/contract/sheets.ts'
import { questionImportText } from '@baobab/contract/question-import-text.ts'
import type { FastifyReply } from 'fastify'
import { failField } from '../../platform/errors.ts'
import { route, type RouteContext } from '../../platform/route.ts'
import type { Uploads } from '../../platform/uploads.ts'
import { fileNameOf } from './file-name.ts'
import { importSheet } from './import-sheet.ts'
import { listImports } from './list-imports.ts'
import { makeTemplate, markSheet } from './make-sheets.ts'
import { previewSheet } from './preview-sheet.ts'
import { sendPreview } from './send-preview.ts'
import { undoImport } from './undo-import.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** The file of the request; an empty one is none. */
function sheetOf(uploads: Uploads) {
  const { file } = uploads
  return file && file.bytes > 0 ? file : failField('file', questionImportText.sheetMissing)
}

function sendFile(
  reply: FastifyReply,
  { bytes, name, type }: { bytes: Buffer; name: string; type: keyof typeof types },
) {
  // RFC 6266: a name of any characters.
  const disposition = `attachment; filename="questions.${type}"; filename*=UTF-8''${encodeURIComponent(name)}`
  return reply.header('content-disposition', disposition).type(types[type]).send(bytes)
}

export function addSheetRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.importSheet, async ({ who, uploads }) => ({
    message: questionImportText.sheetImported,
    ...(await importSheet(app, who, sheetOf(uploads))),
  }))
  route(context, contract.previewSheet, async ({ uploads, reply }) =>
    sendPreview(reply, await previewSheet(app, sheetOf(uploads))),
  )
  route(context, contract.markSheet, async ({ uploads, reply }) => {
    const file = sheetOf(uploads)
    const name = `${fileNameOf(file).replace(/\.\w+$/, '')} with reasons.xlsx`
    return sendFile(reply, { bytes: await markSheet(app, file), name, type: 'xlsx' })
  })
  route(context, contract.sheetTemplate, async ({ query, reply }) =>
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
