import { readStudentProfile } from '@baobab/contract/profile.ts'
import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './query.ts'
import { useStudentSession } from './session.ts'

/**
 * The age category of the logged-in student: from the profile, because it changes on a birthday, and from the login until
 * the profile is loaded. Null for visitors and for students outside every category.
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
