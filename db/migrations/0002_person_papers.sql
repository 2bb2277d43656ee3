CREATE TABLE "person_papers" (
	"platform_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"added_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_papers_platform_id_user_id_name_pk" PRIMARY KEY("platform_id","user_id","name"),
	CONSTRAINT "person_papers_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "person_papers" ADD CONSTRAINT "person_papers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_papers" ADD CONSTRAINT "person_papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;