import { QueryProvider } from '../api/query-provider.tsx'
import { useStudentSession } from '../api/session.ts'
import { PageReader } from '../read-aloud/page-reader.tsx'
import PublicLayout from './public-layout.tsx'
import StudentLayout from './student-layout.tsx'

/** The layout of public pages that read data: logged-in students see their own menu, everyone else the site's. */
export default function OpenLayout() {
  const session = useStudentSession()
  if (session) return <StudentLayout />
  return (
    <QueryProvider>
      <PublicLayout reader={<PageReader className="icon-btn" />} />
    </QueryProvider>
  )
}
