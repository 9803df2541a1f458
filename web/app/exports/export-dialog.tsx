import { useState } from 'react'
import { isReauthenticationRequired } from '../api/reauthentication.ts'
import { errorMessage } from '../api/error-message.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.tsx'
import { ExportList } from './export-list.tsx'
import { useExports, type ShownList } from './use-exports.ts'

type Props = {
  isOpen: boolean
  title: string
  list: ShownList
  /** Which rows that list has, in words, and the same of a file that was made before, out of its filters. */
  selection: string
  describeFilters: (filters: Record<string, string>) => string
  onClose: () => void
}

const formats = [
  { value: 'csv', label: 'CSV', detail: 'Plain text for any program' },
  { value: 'xlsx', label: 'XLSX', detail: 'A sheet for Excel and LibreOffice' },
] as const
type Format = (typeof formats)[number]['value']

/** The list as it stands, as a file. It stays open while the file is made, and may be closed: the file waits here. */
export function ExportDialog({ isOpen, title, list, selection, describeFilters, onClose }: Props) {
  const [format, setFormat] = useState<Format>('csv')
  const { files, send, start } = useExports(isOpen)

  async function order() {
    try {
      toast((await start({ ...list, format })).message)
    } catch {
      // The dialog says it.
    }
  }
  function close() {
    send.reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      confirmLabel="Make the file"
      busyLabel={send.isPending && 'Asking...'}
      cancelLabel="Close"
      onConfirm={() => void order()}
      onCancel={close}
    >
      <div className="stack">
        <p>
          {selection}: all of them, not just this page. The file is made in the background and kept for a day. The
          export is written down with your name.
        </p>
        <RadioGroup
          label="Format"
          name="format"
          cards
          options={formats}
          value={format}
          onChange={(event) => setFormat(event.target.value === 'xlsx' ? 'xlsx' : 'csv')}
        />
        {send.error && (
          <Note kind={isReauthenticationRequired(send.error) ? 'warn' : 'bad'} role="alert">
            {errorMessage(send.error)}
          </Note>
        )}
        <ExportList files={files} what={list.what} describeFilters={describeFilters} />
      </div>
    </Dialog>
  )
}
