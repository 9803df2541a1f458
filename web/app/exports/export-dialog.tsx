import {
  linkToExport,
  listExports,
  personalColumns,
  startExport,
  type ExportFile,
  type ExportOrder,
} from '@baobab/contract/exports/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { isReauthenticationRequired } from '../api/reauthentication.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Chip } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatDateTime, formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

type ExportInput = RequestOf<typeof startExport>['body']
type PickList<Input> = Input extends ExportInput ? Pick<Input, 'what' | 'filters'> : never
export type ExportedList = PickList<ExportInput>

type DescribeFilters = (filters: Record<string, string>) => string
type Props = {
  isOpen: boolean
  title: string
  /** The list to export, as filtered on the page. */
  list: ExportedList
  /** Describes the rows that will be exported. */
  selection: string
  /** The ids of the selected rows; without them, all rows that the filters match. */
  ids?: readonly string[] | undefined
  /** The columns to choose from; without them, the file has all of the list's columns. */
  columns?: ExportColumns | undefined
  /** Describes an earlier file's rows by its filters. */
  describeFilters: DescribeFilters
  onClose: () => void
}

export type ExportColumns = {
  options: readonly { id: string; label: string }[]
  /** The ids of the columns selected at first: those that the page shows. */
  shown: readonly string[]
}

const formats = [
  { value: 'csv', label: text.csv, detail: text.csvDetail },
  { value: 'xlsx', label: text.xlsx, detail: text.xlsxDetail },
] as const

const POLL_MS = 2_000

/** Exports a page's list, and shows the files made in the last day. Can be closed while a file is being made. */
export function ExportDialog(props: Props) {
  const { isOpen, title, list, selection, ids, columns, describeFilters, onClose } = props
  const [chosen, setChosen] = useState<readonly string[]>()
  const present = chosen ?? columns?.shown
  const [format, setFormat] = useState<ExportOrder['format']>('csv')
  const start = useApiMutation(startExport, { changes: [listExports] })

  async function confirm() {
    try {
      const choice = { ...(ids && { ids }), ...(present && { columns: present }) }
      toast((await start.mutateAsync({ body: { ...list, ...choice, format } as ExportInput })).message)
    } catch {
      // The dialog shows the error of the mutation.
    }
  }
  function close() {
    start.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      confirmLabel={text.makeFile}
      busyLabel={start.isPending && text.sending}
      cancelLabel={text.close}
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack">
        <p>{ids ? text.introSelected(selection) : text.intro(selection)}</p>
        {columns && <ColumnFields columns={columns} chosen={present ?? []} onChange={setChosen} />}
        <RadioGroup
          label={text.format}
          name="format"
          cards
          options={formats}
          value={format}
          onChange={(event) => setFormat(event.target.value === 'xlsx' ? 'xlsx' : 'csv')}
        />
        <ErrorNote error={start.error} />
        <Files isShown={isOpen} what={list.what} describeFilters={describeFilters} />
      </div>
    </Dialog>
  )
}

type ColumnProps = { columns: ExportColumns; chosen: readonly string[]; onChange: (ids: string[]) => void }

/** The file's columns. Those with personal data are listed separately and not selected at first. */
function ColumnFields({ columns: { options }, chosen, onChange }: ColumnProps) {
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const isPersonal = ({ id }: { id: string }) => personalColumns.includes(id)
  const fields = (some: ExportColumns['options']) =>
    some.map(({ id, label }) => (
      <Checkbox key={id} label={label} checked={chosen.includes(id)} onChange={() => toggle(id)} />
    ))
  const personal = options.filter(isPersonal)
  return (
    <fieldset className="stack stack-2">
      <legend className="label">{text.columns}</legend>
      <div className="exportcols">{fields(options.filter((option) => !isPersonal(option)))}</div>
      {personal.length > 0 && (
        <>
          <p className="small muted">{text.personal}</p>
          <div className="exportcols">{fields(personal)}</div>
        </>
      )}
    </fieldset>
  )
}

function ErrorNote({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Note kind={isReauthenticationRequired(error) ? 'warn' : 'bad'} role="alert">
      {errorMessage(error)}
    </Note>
  )
}

type FilesProps = { isShown: boolean; what: ExportFile['what']; describeFilters: DescribeFilters }

/** Lists the caller's files from the last day. Announces changes to the newest file to screen readers. */
function Files({ isShown, what, describeFilters }: FilesProps) {
  const exports = useQuery({
    ...apiQuery(listExports, {}),
    enabled: isShown,
    refetchInterval: ({ state }) => state.data?.exports.some((file) => file.state === 'waiting') && POLL_MS,
  })
  if (exports.isError && !exports.data) {
    return (
      <div className="row between">
        <p>{errorMessage(exports.error)}</p>
        <Button
          kind="line"
          size="sm"
          busyLabel={exports.isFetching && text.tryingAgain}
          onClick={() => void exports.refetch()}
        >
          {text.tryAgain}
        </Button>
      </div>
    )
  }
  const files = (exports.data?.exports ?? []).filter((file) => file.what === what)
  const newest = files[0]
  return (
    <div className="stack stack-2">
      <p className="sr" role="status">
        {newest && text[newest.state]}
      </p>
      {newest && <h3 className="h-20">{text.recentFiles}</h3>}
      <ul className="exports">
        {files.map((file) => (
          <File key={file._id} file={file} describeFilters={describeFilters} />
        ))}
      </ul>
    </div>
  )
}

function File({ file, describeFilters }: { file: ExportFile; describeFilters: DescribeFilters }) {
  const startedAt = formatDateTime(new Date(file.createdAt))
  const format = file.format.toUpperCase()
  return (
    <li>
      <span className="grow">
        <b>
          {file.selected === null
            ? describeFilters(file.filters)
            : text.selectedRows(formatCount(file.selected, 'row'))}
        </b>
        <span className="small">
          {[format, file.rowCount !== null && formatCount(file.rowCount, 'row'), startedAt].filter(Boolean).join(', ')}
        </span>
      </span>
      {file.state === 'waiting' && <Chip icon="timer">{text.waitingChip}</Chip>}
      {file.state === 'failed' && (
        <Chip kind="bad" icon="warning-circle">
          {text.failedChip}
        </Chip>
      )}
      {file.state === 'ready' && <DownloadButton id={file._id} file={text.fileOf(format, startedAt)} />}
    </li>
  )
}

/** Requests a link to a file, which may ask for the password again, and starts the download. */
function DownloadButton({ id, file }: { id: string; file: string }) {
  const link = useApiMutation(linkToExport)

  async function download() {
    try {
      const anchor = document.createElement('a')
      anchor.href = (await link.mutateAsync({ params: { exportId: id } })).url
      anchor.download = ''
      anchor.click()
    } catch {
      // The note below shows the error of the mutation.
    }
  }

  return (
    <>
      <Button kind="line" size="sm" busyLabel={link.isPending && text.opening} onClick={() => void download()}>
        <Icon name="download-simple" />
        {text.download}
        <span className="sr">{file}</span>
      </Button>
      <ErrorNote error={link.error} />
    </>
  )
}
