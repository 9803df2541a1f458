// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const profileText = {
  profileLoading: 'Loading profile...',
  profileUpdated: 'Profile updated successfully!',
  profileFailed: 'Failed to update profile.',
  userDataFailed: 'Failed to fetch user data.',
  noUserData: 'No user data found.',
  pictureMissing: 'Please choose a picture.',
  chooseAvatar: 'Please choose one of our pictures.',
  notAPicture: 'This file is not a picture we can use. Please choose a JPEG, PNG or WebP.',
} as const
