import { QueryProvider } from '../api/query-provider.tsx'
import { useStudentSession } from '../api/session.ts'
import PublicLayout from './public-layout.tsx'
import StudentLayout from './student-layout.tsx'

/** Around pages that read data and are open to all: a student keeps the student's menu, a visitor the site's. */
export default function OpenLayout() {
  const session = useStudentSession()
  if (session) return <StudentLayout />
  return (
    <QueryProvider>
      <PublicLayout />
    </QueryProvider>
  )
}
