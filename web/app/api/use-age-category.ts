import { readStudentProfile } from '@baobab/contract/profile.ts'
import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './query.ts'
import { useStudentSession } from './session.ts'

/**
 * The age category of the student who is logged in: the server's word (it moves on the birthday), and until that is here
 * what the login said. Null for visitors and for those who have none.
 */
export function useAgeCategory(): AgeCategory | null {
  const session = useStudentSession()
  const profile = useQuery({
    ...apiQuery(readStudentProfile, { params: { username: session?.username ?? '' } }),
    enabled: session !== undefined,
  })
  if (profile.data) return profile.data.data.ageCategory
  return ageCategories.find((category) => category === session?.ageCategory) ?? null
}
