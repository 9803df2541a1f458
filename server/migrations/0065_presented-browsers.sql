CREATE TABLE "presented_browsers" (
	"browser_id" uuid NOT NULL,
	"presented_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "presented_browsers_browser_id_presented_id_pk" PRIMARY KEY("browser_id","presented_id")
);
--> statement-breakpoint
-- Earlier releases: leave it empty, which means that no account is found by that browser.
ALTER TABLE "former_browsers" ADD COLUMN "browser_id" uuid;--> statement-breakpoint
-- Earlier releases: leave it empty, which means that an attempt is linked with no other by its device.
ALTER TABLE "attempt_origins" ADD COLUMN "browser_id" uuid;--> statement-breakpoint
CREATE INDEX "presented_browsers_at" ON "presented_browsers" USING btree ("at");--> statement-breakpoint
-- Earlier releases: do not read it.
CREATE INDEX "attempt_origins_browser" ON "attempt_origins" USING btree ("browser_id") WHERE "attempt_origins"."browser_id" is not null;
