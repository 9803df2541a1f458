import { correctStudent } from '@baobab/contract/students/corrections.ts'
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { useRef, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { useOnDemand } from '../../shell/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import type { CorrectionDialogProps } from './details-dialog.tsx'
import { text } from './text.ts'

const load = {
  details: async () => (await import('./details-dialog.tsx')).DetailsDialog,
  birth: async () => (await import('./birth-dialog.tsx')).BirthDialog,
  email: async () => (await import('./contact-dialogs.tsx')).EmailDialog,
  guardian: async () => (await import('./contact-dialogs.tsx')).GuardianDialog,
  message: async () => (await import('./contact-dialogs.tsx')).MessageDialog,
}

type Student = StudentDetails['data']

/** The buttons for correcting a student's data, shown to admins who may do so. */
export function EditProfile({ student }: { student: Student }) {
  return (
    <IfAllowed who={correctStudent.who}>
      <div className="row" role="group" aria-label={text.edit}>
        <DialogButton student={student} label={text.editDetails} load={load.details} />
        <DialogButton student={student} label={text.editBirth} load={load.birth} />
        <DialogButton student={student} label={text.editEmail} load={load.email} />
        <DialogButton
          student={student}
          label={student.guardianEmail === null ? text.addGuardian : text.changeGuardian}
          load={load.guardian}
        />
      </div>
    </IfAllowed>
  )
}

/** The button for writing to the guardian, if there is one. */
export function WriteToGuardian({ student }: { student: Student }) {
  return student.guardianEmail === null || student.guardianAgreedAt === null ? null : (
    <IfAllowed who={correctStudent.who}>
      <div>
        <DialogButton student={student} label={text.write} load={load.message} />
      </div>
    </IfAllowed>
  )
}

type ButtonProps = { student: Student; label: string; load: () => Promise<ComponentType<CorrectionDialogProps>> }

/** A button that opens a dialog and loads its code on demand. */
function DialogButton({ student, label, load: loadDialog }: ButtonProps) {
  const { Loaded: Opened, open, close, busyLabel } = useOnDemand(loadDialog)
  const button = useRef<HTMLButtonElement>(null)
  const closeDialog = () => {
    flushSync(close)
    button.current?.focus()
  }
  return (
    <>
      <Button kind="line" size="sm" ref={button} busyLabel={busyLabel} onClick={() => void open()}>
        {label}
      </Button>
      {Opened && <Opened student={student} onClose={closeDialog} />}
    </>
  )
}
