-- Payment links may choose their addresses: the ones that they had stay their platform's, as those of offers do.
INSERT INTO chosen_addresses (slug, platform_id) SELECT slug, platform_id FROM payment_links ON CONFLICT DO NOTHING;
