import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'

/** Where the buttons of Home lead: visitors register, students are past that. */
export function useStartPath(): string {
  return useStudentSession() === undefined ? paths.student.register : paths.student.dashboard
}
