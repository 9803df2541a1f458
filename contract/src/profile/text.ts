// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.
import { pictureNames } from '../kernel/files.ts'
import type { ErrorCodes } from '../kernel/text.ts'

/** The maximum size of an uploaded profile picture in bytes. */
export const PICTURE_BYTES = 2 * 1_048_576
/** Width and height of a stored profile picture in pixels: twice its largest size on a page. */
export const PICTURE_SIDE = 192
/** The minimum age for uploading a photo, so that no young child's face is stored. */
export const PHOTO_AGE_MIN = 11

export const profileText = {
  profileLoading: 'Loading profile...',
  profileUpdated: 'Profile updated successfully!',
  profileFailed: 'Failed to update profile.',
  userDataFailed: 'Failed to fetch user data.',
  noUserData: 'No user data found.',
  pictureMissing: 'Please choose a picture.',
  chooseAvatar: 'Please choose one of our pictures.',
  avatarIsPublic: 'Everyone sees this picture next to your username.',
  numberProved: 'Thank you. You can now log in with this phone number.',
  numberRemoved: 'You can no longer log in with this phone number.',
  numberInUse: 'Another account already uses this phone number. Log in with it, or use a different number.',
  onlyAddress: 'This phone number is the only way to reach you. Add an email or another phone number first.',
  /** Shown next to a typed number that differs from the proved one. */
  numberStays: (number: string) => `You can still log in with ${number} until you verify another phone number.`,
  numberIsStale: 'Please verify your phone number again. Until then, it cannot be used to choose a new password.',
  notAPicture: `This file is not a picture we can use. Please choose a ${pictureNames}.`,
} as const

// The drawn pictures that students can choose from. The drawings themselves are a file in the web app.

/** The text alternative of each picture, keyed by its id. */
export const avatarLabels = {
  'blue-headtie': 'Blue headtie',
  'yellow-headtie': 'Yellow headtie',
  'red-headtie': 'Red headtie',
  'green-headtie': 'Green headtie',
  'blue-hijab': 'Blue hijab',
  'green-hijab': 'Green hijab',
  'pink-hijab': 'Dark pink hijab',
  'white-hijab': 'White hijab',
  'long-braids': 'Long braids',
  'braids-with-beads': 'Braids with beads',
  'braids-and-glasses': 'Braids and glasses',
  'brown-braids': 'Brown braids',
  'two-puffs': 'Two puffs',
  'puffs-and-glasses': 'Two puffs and glasses',
  'round-afro': 'Afro',
  'afro-and-headband': 'Afro and headband',
  'high-bun': 'High bun',
  'blue-cap': 'Blue cap',
  'red-cap': 'Red cap',
  'green-cap': 'Green cap',
  'white-cap': 'White cap',
  'short-hair': 'Short hair',
  'short-hair-and-glasses': 'Short hair and glasses',
  'high-top': 'High top hair',
} as const

export type Avatar = keyof typeof avatarLabels

/** The ids of all pictures, in the order in which they are offered. */
export const avatars = Object.keys(avatarLabels) as [Avatar, ...Avatar[]]

/** The pictures for students who have not chosen one, with hair that both girls and boys wear. */
const neutralAvatars = [
  'round-afro',
  'afro-and-headband',
  'short-hair',
  'short-hair-and-glasses',
  'high-top',
] as const satisfies readonly Avatar[]

/** Returns the picture of a student who has not chosen one. It depends on the username, so it is the same everywhere. */
export function defaultAvatar(username: string): Avatar {
  let sum = 0
  for (const letter of username.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return neutralAvatars[sum % neutralAvatars.length] ?? neutralAvatars[0]
}

export const profileErrors = {
  not_a_picture: { status: 422, message: profileText.notAPicture },
  number_in_use: { status: 409, message: profileText.numberInUse },
  only_address: { status: 409, message: profileText.onlyAddress },
  too_young_for_photo: { status: 403, message: profileText.chooseAvatar },
} as const satisfies ErrorCodes
