import type { ExportFile } from '@baobab/contract/console.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { dayAndTime } from '../../ui/dates.ts'
import { counted } from '../../ui/format.ts'
import { sentenceOf } from '../../api/errors.ts'
import { DownloadFile } from './download-file.tsx'
import { viewOf } from './student-view.ts'
import { selectionWords } from './student-words.ts'
import type { useExports } from './use-exports.ts'

/** The files of the last day; the newest is said to a screen reader when its state changes. */
export function ExportList({ files }: Pick<ReturnType<typeof useExports>, 'files'>) {
  if (files.isError && !files.data) {
    return (
      <div className="row between">
        <p>{sentenceOf(files.error)}</p>
        <Button
          kind="line"
          size="sm"
          busyLabel={files.isFetching && 'Trying again...'}
          onClick={() => void files.refetch()}
        >
          Try again
        </Button>
      </div>
    )
  }
  const ours = (files.data?.exports ?? []).filter(({ what }) => what === 'students')
  const newest = ours[0]
  return (
    <div className="stack stack-2">
      <p className="sr" role="status">
        {newest && spoken[newest.state]}
      </p>
      {newest && <h3 className="h-20">Files of the last day</h3>}
      <ul className="exports">
        {ours.map((file) => (
          <File key={file._id} file={file} />
        ))}
      </ul>
    </div>
  )
}

const spoken = {
  waiting: 'The file is being made.',
  ready: 'The file is ready.',
  failed: 'The file could not be made.',
}

function File({ file }: { file: ExportFile }) {
  const made = dayAndTime(new Date(file.createdAt))
  return (
    <li>
      <span className="grow">
        <b>{selectionWords(viewOf(new URLSearchParams(file.filters)), 'searched' in file.filters)}</b>
        <span className="small">
          {[file.format.toUpperCase(), file.rowCount !== null && counted(file.rowCount, 'row'), made]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {file.state === 'waiting' && <Chip icon="timer">Being made</Chip>}
      {file.state === 'failed' && (
        <Chip kind="bad" icon="warning-circle">
          Failed
        </Chip>
      )}
      {file.state === 'ready' && <DownloadFile id={file._id} what={`${file.format.toUpperCase()} of ${made}`} />}
    </li>
  )
}
