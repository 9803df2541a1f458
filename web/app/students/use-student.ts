import { listStudents, studentDetails, type StudentDetails } from '@baobab/contract/students.ts'
import { leaderboard } from '@baobab/contract/leaderboard.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'

export type StudentAttempt = StudentDetails['attempts'][number]

/** What is out of date when an admin has done something about a student. */
export const studentChanges = [studentDetails, listStudents, leaderboard]

/** Each reading is written down by the server, so nothing is read that nobody asked for. */
export function useStudent(username: string) {
  return useQuery({
    ...apiQuery(studentDetails, { params: { username } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
