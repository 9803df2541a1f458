DROP INDEX "payments_paid_at";--> statement-breakpoint
CREATE INDEX "payment_events_given_back" ON "payment_events" USING btree ("at") WHERE "payment_events"."kind" in ('refunded', 'dispute_lost');--> statement-breakpoint
CREATE INDEX "payments_opened_state" ON "payments" USING btree ("state","opened_at","id");--> statement-breakpoint
CREATE INDEX "payments_confirmed_opened" ON "payments" USING btree ("opened_at","state","amount_kobo") WHERE "payments"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_confirmed" ON "payments" USING btree ("confirmed_at") WHERE "payments"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_paid_money" ON "payments" USING btree ("paid_at","amount_kobo") WHERE "payments"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_reference_start" ON "payments" USING btree ("reference" collate "C");--> statement-breakpoint
CREATE INDEX "payments_payer" ON "payments" USING btree (lower("payer_email")) WHERE "payments"."payer_email" is not null;