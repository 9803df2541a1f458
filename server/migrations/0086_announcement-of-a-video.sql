-- Earlier releases: leave it empty, so that the notification is about no video.
ALTER TABLE "notices" ADD COLUMN "video_id" uuid;