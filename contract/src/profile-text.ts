// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.

export const profileText = {
  profileLoading: 'Loading profile...',
  profileUpdated: 'Profile updated successfully!',
  profileFailed: 'Failed to update profile.',
  userDataFailed: 'Failed to fetch user data.',
  noUserData: 'No user data found.',
  pictureMissing: 'Please choose a picture.',
  notAPicture: 'This file is not a picture we can use. Please choose a JPEG, PNG or WebP.',
} as const
